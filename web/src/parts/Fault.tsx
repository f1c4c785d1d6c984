/** What is shown when the page itself fails: the game is on the server, so a reload fixes it. */
import { Component, type ReactNode } from 'react';
import { say } from '../text';

export class Fault extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="gone">
        <h1>{say('fault')}</h1>
        <p>{say('fault.safe')}</p>
        <button
          type="button"
          className="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {say('fault.again')}
        </button>
      </main>
    );
  }
}
