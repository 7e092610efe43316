import { Component, type ReactNode } from 'react';

type Props = { fallback: (again: () => void) => ReactNode; children: ReactNode };

/** What fails while a paper is shown ends here: the rest of the program goes on. */
export class PaperBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
