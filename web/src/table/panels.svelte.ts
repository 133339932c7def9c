/** Which of the panels over the table is open, and whether the chat is, which may stand beside it. */
export type PanelName = "menu" | "ending" | "typed";

class Panels {
  open = $state<PanelName | null>(null);
  isChatting = $state(false);

  show(name: PanelName): void {
    this.open = name;
  }

  close(name?: PanelName): void {
    if (!name || this.open === name) this.open = null;
  }
}

export const panels = new Panels();
