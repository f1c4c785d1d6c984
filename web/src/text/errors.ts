/** What went wrong with a request, in words. */
import { ApiError } from '../net/api';
import { sayCode } from '.';

export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return sayCode('refused', error instanceof ApiError ? error.problem.code : 'failed');
}
