/** The figures beside their floors, as a table for people. */
import { type ContestantName, titles } from './contestants.ts';
import { type Latencies, median } from './measure.ts';

/** The design's budgets ("Budgets") that this benchmark measures. */
export const budgets = {
  /** Of `least`; 1.0 is wanted. */
  ofLeast: 0.8,
  timesJsonServer: 25,
  ratePerSecond: 1_000,
  /** Milliseconds, at that rate. */
  p99AtRate: 10,
  /** Milliseconds, whatever else the program does. */
  longestAnswer: 100,
};

export interface Figures extends Latencies {
  perSecond: number;
  refused: number;
  rounds: readonly number[];
}

export interface Report {
  at: string;
  node: string;
  cpus: number;
  connections: number;
  bodyBytes: number;
  roundMilliseconds: number;
  throughput: Partial<Record<ContestantName, Figures>>;
  /** At `budgets.ratePerSecond`, sent at a fixed pace. */
  atRate: Partial<Record<ContestantName, Latencies & { perSecond: number; refused: number }>>;
  /** A synced write of 64 kB before each round, in milliseconds: what else happened to the disk meanwhile. */
  diskMilliseconds: readonly number[];
  floors: Floor[];
  /** Contestants that did not run, and why. */
  absent: Partial<Record<ContestantName, string>>;
}

export interface Floor {
  what: string;
  measured: number;
  /** `atLeast` or `atMost`. */
  rule: 'atLeast' | 'atMost';
  floor: number;
  met: boolean;
}

export function floorsOf({ throughput, atRate }: Pick<Report, 'throughput' | 'atRate'>): Floor[] {
  const { perito, least, jsonServer } = throughput;
  const floors: Floor[] = [];
  const add = (what: string, measured: number, rule: Floor['rule'], floor: number) =>
    floors.push({
      what,
      measured,
      rule,
      floor,
      met: rule === 'atLeast' ? measured >= floor : measured <= floor,
    });
  if (perito && least) add('Perito / the least', ratioOf(perito, least), 'atLeast', budgets.ofLeast);
  if (perito && jsonServer)
    add('Perito / json-server', ratioOf(perito, jsonServer), 'atLeast', budgets.timesJsonServer);
  if (atRate.perito) {
    const at = `in ms at ${budgets.ratePerSecond}/s`;
    add(`Perito, p99 ${at}`, atRate.perito.p99, 'atMost', budgets.p99AtRate);
    add(`Perito, longest ${at}`, atRate.perito.most, 'atMost', budgets.longestAnswer);
  }
  return floors;
}

export function table(report: Report): string {
  const lines = [
    `Durable purchase orders, ${report.connections} connections, ${report.bodyBytes} bytes a body, ` +
      `medians of ${report.roundMilliseconds / 1000} s rounds; Node ${report.node}, ${report.cpus} cores`,
    '',
    row(
      '',
      'orders/s',
      'of echo',
      'of insert',
      'of the least',
      'x json-server',
      'p50 ms',
      'p99 ms',
      'most ms',
      'refused',
    ),
  ];
  const { echo, bareInsert, least, jsonServer } = report.throughput;
  for (const [name, figures] of Object.entries(report.throughput)) {
    lines.push(
      row(
        titles[name as ContestantName],
        figures.perSecond.toFixed(0),
        ratio(figures, echo),
        ratio(figures, bareInsert),
        ratio(figures, least),
        ratio(figures, jsonServer),
        figures.p50.toFixed(2),
        figures.p99.toFixed(2),
        figures.most.toFixed(2),
        String(figures.refused),
      ),
    );
  }
  for (const [name, why] of Object.entries(report.absent))
    lines.push(`${titles[name as ContestantName]} did not run: ${why}`);
  lines.push('', `At ${budgets.ratePerSecond} orders a second, sent at a fixed pace:`);
  for (const [name, figures] of Object.entries(report.atRate)) {
    const { perSecond, p50, p99, most } = figures;
    lines.push(
      `  ${titles[name as ContestantName].padEnd(36)} answered ${perSecond.toFixed(0)}/s, ` +
        `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, most ${most.toFixed(2)} ms`,
    );
  }
  const disk = report.diskMilliseconds;
  lines.push(
    '',
    `Disk: a synced write of 64 kB took ${Math.min(...disk).toFixed(2)} to ${Math.max(...disk).toFixed(2)} ms before the rounds.`,
    '',
    'Floors of the design:',
  );
  for (const { what, measured, rule, floor, met } of report.floors)
    lines.push(
      `  ${what.padEnd(36)} ${measured.toFixed(2)} (${rule === 'atLeast' ? 'at least' : 'at most'} ${floor}) ${met ? 'met' : 'NOT MET'}`,
    );
  if (report.floors.length === 0) lines.push('  none could be measured');
  return lines.join('\n');
}

/** The median of the rounds' own ratios: two that follow each other find the machine alike, two minutes may not. */
function ratioOf(figures: Figures, base: Figures): number {
  return median(figures.rounds.map((perSecond, round) => perSecond / (base.rounds[round] ?? Number.NaN)));
}

function ratio(figures: Figures, base: Figures | undefined): string {
  return base === undefined ? '' : ratioOf(figures, base).toFixed(2);
}

function row(title: string, ...cells: string[]): string {
  return title.padEnd(36) + cells.map((cell) => cell.padStart(14)).join('');
}
