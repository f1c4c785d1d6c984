/**
 * What this place can do: the one gate for what needs a server. In a folder of files games stay on the device: nobody
 * else can open them by a link, and there are no people, profiles or notifications. What is not able is not offered.
 */
import { isSite } from './site';

export const able = {
  /** Other people: seats that are open to them, clocks, ratings, chat, bots that connect, days off. */
  people: !isSite,
  /** Links to a table, which others or another device open. */
  links: !isSite,
  /** A profile on the server; the name alone is kept here. */
  profile: !isSite,
  notifications: !isSite,
} as const;
