/** The figures beside their floors. */
import { type ContestantName, titles } from './contestants.ts';
import { type Latencies, median } from './measure.ts';
import { table } from './table.ts';

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
  /** At a million records: the rate as a share of the first one, seconds of a start to receiving, megabytes at rest. */
  million: { rate: 0.9, startSeconds: 1, restMegabytes: 200 },
  /** Milliseconds at a million records, p99: of a list in the engine, and from the act to the painted row. */
  queues: { engine: 20, painted: 100 },
  /** Of the least that keeps the promises, on PostgreSQL and in files; and over a network to the server, there and back. */
  postgres: {
    ...{ leastOfFiles: 0.5, ofLeast: 0.8, ofNoStandby: 0.5, roundTrips: 2 },
    ...{ networkMilliseconds: 1, ratePerSecond: 300, p99AtRate: 25 },
  },
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
  /** The least and the most of what it is the median of. */
  spread?: readonly [number, number];
  /** `atLeast` or `atMost`. */
  rule: 'atLeast' | 'atMost';
  floor: number;
  met: boolean;
}

/** Of the median of what was measured. */
export function floorOf(what: string, figures: readonly number[], rule: Floor['rule'], floor: number): Floor {
  const measured = median(figures);
  const met = rule === 'atLeast' ? measured >= floor : measured <= floor;
  const spread = [Math.min(...figures), Math.max(...figures)] as const;
  return { what, measured, ...(figures.length > 1 && { spread }), rule, floor, met };
}

export function floorsOf({ throughput, atRate }: Pick<Report, 'throughput' | 'atRate'>): Floor[] {
  const { perito, least, jsonServer } = throughput;
  const floors: Floor[] = [];
  const add = (what: string, measured: number, rule: Floor['rule'], floor: number) =>
    floors.push(floorOf(what, [measured], rule, floor));
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

/** All of it as Markdown. */
export function inWords(report: Report): string {
  const { echo, bareInsert, least, jsonServer } = report.throughput;
  const titleOf = (name: string): string => titles[name as ContestantName];
  const ms = ({ p50, p99, most }: Latencies): string[] => [p50, p99, most].map((figure) => figure.toFixed(2));
  const throughput = Object.entries(report.throughput).map(([name, figures]) => [
    titleOf(name),
    figures.perSecond.toFixed(0),
    ...[echo, bareInsert, least, jsonServer].map((base) => ratio(figures, base)),
    ...ms(figures),
    String(figures.refused),
  ]);
  const atRate = Object.entries(report.atRate).map(([name, figures]) => [
    titleOf(name),
    figures.perSecond.toFixed(0),
    ...ms(figures),
    String(figures.refused),
  ]);
  const times = ['p50 ms', 'p99 ms', 'most ms', 'refused'];
  const bases = ['of echo', 'of insert', 'of the least', 'x json-server'];
  const disk = report.diskMilliseconds;
  return [
    `Durable purchase orders, ${report.connections} connections, ${report.bodyBytes} bytes a body, ` +
      `medians of ${report.roundMilliseconds / 1000} s rounds; Node ${report.node}, ${report.cpus} cores`,
    table(['', 'orders/s', ...bases, ...times], throughput),
    ...Object.entries(report.absent).map(([name, why]) => `${titleOf(name)} did not run: ${why}`),
    `At ${budgets.ratePerSecond} orders a second, sent at a fixed pace:`,
    table(['', 'answered/s', ...times], atRate),
    `Disk: a synced write of 64 kB took ${Math.min(...disk).toFixed(2)} to ${Math.max(...disk).toFixed(2)} ms before the rounds.`,
    floorTable(report.floors),
  ].join('\n\n');
}

/** The median of the rounds' own ratios: two that follow each other find the machine alike, two minutes may not. */
function ratioOf(figures: Figures, base: Figures): number {
  return median(figures.rounds.map((perSecond, round) => perSecond / (base.rounds[round] ?? Number.NaN)));
}

function ratio(figures: Figures, base: Figures | undefined): string {
  return base === undefined ? '' : ratioOf(figures, base).toFixed(2);
}

export function floorTable(floors: readonly Floor[]): string {
  const rows = floors.map(({ what, measured, spread, rule, floor, met }) => [
    what,
    spread === undefined ? measured.toFixed(2) : spreadText(measured, spread, 2),
    `${rule === 'atLeast' ? 'at least' : 'at most'} ${floor}`,
    met ? 'met' : 'NOT MET',
  ]);
  return table(['floor of the design', 'measured', 'floor', ''], rows);
}

/** The median, the least and the most. */
export const spreadOf = (figures: readonly number[], digits: number): string =>
  spreadText(median(figures), [Math.min(...figures), Math.max(...figures)], digits);

const spreadText = (measured: number, [least, most]: readonly [number, number], digits: number): string =>
  `${measured.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
