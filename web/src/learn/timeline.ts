/** The days of the affair, put into years. Pure. */
import type { DayFacts } from "../generated/api";
import type { Key } from "../generated/words";

export interface Year {
  readonly year: number;
  readonly days: readonly DayFacts[];
}

export function dayIn(date: string): { day: number; month: number; year: number } {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return { day, month, year };
}

type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

export function monthKey(month: number): `date.month_${Month}` & Key {
  return `date.month_${month as Month}`;
}

export function yearsOf(days: readonly DayFacts[]): Year[] {
  const years: { year: number; days: DayFacts[] }[] = [];
  for (const day of days) {
    const { year } = dayIn(day.date);
    const last = years.at(-1);
    if (last?.year === year) last.days.push(day);
    else years.push({ year, days: [day] });
  }
  return years;
}
