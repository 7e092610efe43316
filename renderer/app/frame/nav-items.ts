import {
  CarFront,
  ChartColumn,
  Download,
  FileX2,
  FolderOpen,
  Inbox,
  type LucideIcon,
  Package,
  Receipt,
  Settings2,
  ShieldCheck,
  Undo2,
  Wrench,
} from 'lucide-react';
import { cancellationsToAttend, type Status } from '#shared/contract/status.ts';
import { isReadOnly } from '../read-only.tsx';

/** A section of the program: its place in the rail, and the letter that leads there after `g`. */
type NavItem = {
  path: string;
  label:
    | 'inbox'
    | 'cancellations'
    | 'incidents'
    | 'purchaseOrders'
    | 'serviceOrders'
    | 'documents'
    | 'claims'
    | 'figures'
    | 'policies'
    | 'downloads'
    | 'rejected'
    | 'settings';
  icon: LucideIcon;
  letter: string;
  /** The count of pending work; `inbox` is that of whoever is here. */
  count: (status: Pick<Status, 'needs' | 'watchedFolder'>, inbox: number) => number;
  /** Somebody at the marketplace waits for this work. */
  urgent?: (status: Status) => boolean;
};

const nothing = () => 0;

/** Files dropped into an unreachable folder are not imported. */
const folderAway: NavItem['count'] = ({ watchedFolder: { state } }) =>
  state === 'none' || state === 'watched' ? 0 : 1;

/** In the order of the rail. */
const liveItems: readonly NavItem[] = [
  {
    path: '/inbox',
    label: 'inbox',
    icon: Inbox,
    letter: 'e',
    count: (_status, inbox) => inbox,
    urgent: ({ needs }) => needs.cancellationsWaiting > 0,
  },
  {
    path: '/cancellations',
    label: 'cancellations',
    icon: Undo2,
    letter: 'c',
    count: ({ needs }) => cancellationsToAttend(needs),
    urgent: ({ needs }) => needs.cancellationsWaiting > 0,
  },
  {
    path: '/incidents',
    label: 'incidents',
    icon: CarFront,
    letter: 'i',
    count: ({ needs }) => needs.incidentReportsUnreviewed,
  },
  {
    path: '/purchase-orders',
    label: 'purchaseOrders',
    icon: Package,
    letter: 'p',
    count: ({ needs }) => needs.purchaseOrdersUnreviewed,
  },
  {
    path: '/service-orders',
    label: 'serviceOrders',
    icon: Wrench,
    letter: 's',
    count: ({ needs }) => needs.serviceOrdersUnreviewed,
  },
  {
    path: '/documents',
    label: 'documents',
    icon: Receipt,
    letter: 'd',
    count: ({ needs }) => needs.financialDocumentsUnreviewed,
  },
  { path: '/claims', label: 'claims', icon: FolderOpen, letter: 'm', count: nothing },
  { path: '/figures', label: 'figures', icon: ChartColumn, letter: 'f', count: nothing },
  { path: '/policies', label: 'policies', icon: ShieldCheck, letter: 'l', count: folderAway },
  {
    path: '/downloads',
    label: 'downloads',
    icon: Download,
    letter: 'b',
    count: ({ needs }) => needs.attachmentHostsPending + needs.attachmentsFailed,
  },
  {
    path: '/rejected',
    label: 'rejected',
    icon: FileX2,
    letter: 'r',
    count: ({ needs }) => needs.rejectedUnseen,
  },
  {
    path: '/settings',
    label: 'settings',
    icon: Settings2,
    letter: 'a',
    count: ({ needs }) => needs.referenceListsFailed,
  },
];

/** What an archive has screens for: no work waits in it, and nothing is set up. */
const readLabels: readonly NavItem['label'][] = [
  'claims',
  'incidents',
  'purchaseOrders',
  'serviceOrders',
  'documents',
  'cancellations',
];
/** What a copy of all that a data directory keeps has besides. */
const copiedLabels: readonly NavItem['label'][] = ['policies', 'rejected'];

const named = (label: NavItem['label']): NavItem[] =>
  liveItems
    .filter((item) => item.label === label)
    .map((item) => ({ ...item, count: nothing, urgent: () => false }));

const bundleItems = readLabels.flatMap(named);
/** With what its records name of the policy book. */
const bundleWithPolicies = [...readLabels, 'policies' as const].flatMap(named);
const copyItems = [...readLabels, ...copiedLabels].flatMap(named);

/** The sections of this page; `archive` is what is known of it, where it is one. */
export function navItemsOf(archive: Status['archive'] | undefined): readonly NavItem[] {
  if (!isReadOnly()) return liveItems;
  if (archive?.kind === 'copy') return copyItems;
  return archive?.hasPolicies === true ? bundleWithPolicies : bundleItems;
}

/** Where a page begins. */
export const firstPath = (): string => (isReadOnly() ? '/claims' : '/inbox');

/** The query of a search path, or null on another screen. */
export const queryOfPath = (path: string): string | null => {
  const match = /^\/search\/([^/]+)/.exec(path);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
};
