import {
  CarFront,
  Download,
  FileX2,
  FolderOpen,
  type LucideIcon,
  Package,
  Receipt,
  Settings2,
  ShieldCheck,
  Undo2,
  Wrench,
} from 'lucide-react';
import type { Status } from '#shared/contract/status.ts';

/** A section of the program: its place in the rail, and the letter that leads there after `g`. */
export type NavItem = {
  path: string;
  words:
    | 'cancellations'
    | 'incidents'
    | 'purchaseOrders'
    | 'serviceOrders'
    | 'documents'
    | 'claims'
    | 'policies'
    | 'downloads'
    | 'rejected'
    | 'settings';
  icon: LucideIcon;
  letter: string;
  /** How many need somebody. */
  count: (status: Pick<Status, 'needs' | 'watchedFolder'>) => number;
  /** Somebody at the marketplace waits for this one. */
  urgent?: (status: Status) => boolean;
};

const nothing = () => 0;

/** What is dropped into a folder that is away does not come into the book. */
const folderAway: NavItem['count'] = ({ watchedFolder: { state } }) =>
  state === 'none' || state === 'watched' ? 0 : 1;

/** In the order of the rail. */
export const places: readonly NavItem[] = [
  {
    path: '/cancellations',
    words: 'cancellations',
    icon: Undo2,
    letter: 'c',
    count: ({ needs }) =>
      needs.cancellationsWaiting + needs.cancellationsMustAskAgain + needs.cancellationsUnmatched,
    urgent: ({ needs }) => needs.cancellationsWaiting > 0,
  },
  {
    path: '/incidents',
    words: 'incidents',
    icon: CarFront,
    letter: 'i',
    count: ({ needs }) => needs.incidentReportsUnreviewed,
  },
  {
    path: '/purchase-orders',
    words: 'purchaseOrders',
    icon: Package,
    letter: 'p',
    count: ({ needs }) => needs.purchaseOrdersUnreviewed,
  },
  {
    path: '/service-orders',
    words: 'serviceOrders',
    icon: Wrench,
    letter: 's',
    count: ({ needs }) => needs.serviceOrdersUnreviewed,
  },
  {
    path: '/documents',
    words: 'documents',
    icon: Receipt,
    letter: 'd',
    count: ({ needs }) => needs.financialDocumentsUnreviewed,
  },
  { path: '/claims', words: 'claims', icon: FolderOpen, letter: 'm', count: nothing },
  { path: '/policies', words: 'policies', icon: ShieldCheck, letter: 'l', count: folderAway },
  {
    path: '/downloads',
    words: 'downloads',
    icon: Download,
    letter: 'b',
    count: ({ needs }) => needs.attachmentHostsPending + needs.attachmentsFailed,
  },
  {
    path: '/rejected',
    words: 'rejected',
    icon: FileX2,
    letter: 'r',
    count: ({ needs }) => needs.rejectedUnseen,
  },
  {
    path: '/settings',
    words: 'settings',
    icon: Settings2,
    letter: 'a',
    count: ({ needs }) => needs.referenceListsFailed,
  },
];
