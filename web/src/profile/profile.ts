/** A person's profile: requests, and the browser's passkeys. */
import { ask } from '../net/api';
import type { ProfileView, Reserved, SetProfile, SignInCode } from '../protocol/schema';

type Options = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type Request = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

export type Fail = (error: unknown) => void;

/** What this device is called in the list: its browser and system, as far as they say. */
function label(): string {
  const { userAgent } = navigator;
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1]?.replace('Edg', 'Edge') ?? '';
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(userAgent)?.[1] ?? '';
  return [browser, system].filter((word) => word !== '').join(', ');
}

export const profile = {
  show: () => ask<ProfileView>('/profile'),
  reserve: (name: string, invitation: string) =>
    ask<Reserved>('/profile', { name, invitation: invitation === '' ? null : invitation }),
  change: (wish: SetProfile) => ask<ProfileView>('/profile/switches', wish),
  code: () => ask<SignInCode>('/profile/code', {}),
  enter: (code: string, name?: string) =>
    ask<ProfileView>('/profile/enter', { code, label: label(), profile: name ?? null }),
  undo: () => ask<ProfileView>('/profile/undo', {}),
  end: (id: string) => ask<ProfileView>('/profile/end', { id }),
  leave: () => ask<ProfileView>('/profile/leave', {}),
  remove: () => ask('/profile/delete', {}),
  exportPath: '/api/profile/export',
};

/** Passkeys need a secure page and a browser that can write them as JSON. */
export const canPasskey = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

const answer = (made: Credential | null): { credential: unknown; label: string } => {
  if (!(made instanceof PublicKeyCredential)) throw new Error('passkey');
  return { credential: made.toJSON(), label: label() };
};

export async function addPasskey(): Promise<ProfileView> {
  const options = await ask<Options>('/profile/passkey/begin', {});
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  return ask<ProfileView>('/profile/passkey', answer(made));
}

export async function enterByPasskey(): Promise<ProfileView> {
  const options = await ask<Request>('/profile/enter/begin', {});
  const shown = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  return ask<ProfileView>('/profile/enter/passkey', answer(shown));
}
