/** Which of the panels over the table is open. */
export type PanelName = "menu" | "chat" | "ending" | "typed";

class Panels {
  open = $state<PanelName | null>(null);

  show(name: PanelName): void {
    this.open = name;
  }

  toggle(name: PanelName): void {
    this.open = this.open === name ? null : name;
  }

  close(name?: PanelName): void {
    if (!name || this.open === name) this.open = null;
  }
}

export const panels = new Panels();
