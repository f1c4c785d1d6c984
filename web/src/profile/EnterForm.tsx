/** Signing in on this device: by a code of another one, a recovery code or a passkey. */
import { useState } from 'react';
import { ApiError } from '../net/api';
import type { ProfileView } from '../protocol/schema';
import { useText } from '../text';
import { canPasskey, enterByPasskey, profile, type Fail } from './profile';

/** A code, the profile that it belongs to, and how many tables of this device would become that profile's. */
export interface SignIn {
  code: string;
  name: string;
  n: number;
  [value: string]: string | number;
}

/** What the server asks before a code is used: whose profile it is. */
function question(code: string, error: unknown): SignIn | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'sign_in_as') return null;
  const { name, tables } = error.problem.args as { name: string; tables: number };
  return { code, name, n: tables };
}

interface EnterFormProps {
  onDone: (view: ProfileView) => void;
  onAsk: (signing: SignIn) => void;
  onFail: Fail;
}

export function EnterForm({ onDone, onAsk, onFail }: EnterFormProps) {
  const t = useText();
  const [code, setCode] = useState('');
  return (
    <fieldset>
      <legend>{t('profile.have')}</legend>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          profile.enter(code.trim()).then(onDone, (error: unknown) => {
            const asked = question(code.trim(), error);
            if (asked === null) onFail(error);
            else onAsk(asked);
          });
        }}
      >
        <label>
          {t('profile.code')}
          <input
            value={code}
            maxLength={64}
            required
            autoComplete="one-time-code"
            onChange={(event) => {
              setCode(event.target.value);
            }}
          />
        </label>
        <button type="submit">{t('profile.enter')}</button>
      </form>
      {canPasskey() && (
        <button
          type="button"
          onClick={() => {
            enterByPasskey().then(onDone, onFail);
          }}
        >
          {t('profile.passkey')}
        </button>
      )}
    </fieldset>
  );
}
