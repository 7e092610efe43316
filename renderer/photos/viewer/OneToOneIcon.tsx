import type { LucideIcon } from 'lucide-react';
import { forwardRef } from 'react';

/** "1:1", as no set of icons has it. */
export const OneToOneIcon: LucideIcon = forwardRef(({ size = 24, strokeWidth = 2 }, ref) => (
  <svg
    ref={ref}
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M4 8l3-2v12M17 8l3-2v12M12 9.5v.01M12 14.5v.01" />
  </svg>
));
