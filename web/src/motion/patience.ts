/**
 * How long whoever waits for their own decision is kept by what is shown, however much happened: what lies ahead is
 * shortened until it fits into what is left. In milliseconds at the usual pace. Pure.
 */
export class Patience {
  private spent = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get left(): number {
    return Math.max(0, this.most - this.spent);
  }

  /** What becomes of the length of scenes if `ahead` is to be shown; some is kept back where more may come. */
  share(ahead: number, mayBeMore: boolean): number {
    return Math.min(1, (this.left * (mayBeMore ? 0.6 : 1)) / Math.max(1, ahead));
  }

  spend(ms: number): void {
    this.spent += ms;
  }

  /** The person wants to see no more. */
  lose(): void {
    this.spent = this.most;
  }

  /** The person decides: a new wait begins after that. */
  renew(): void {
    this.spent = 0;
  }
}
