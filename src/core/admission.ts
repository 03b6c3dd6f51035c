import type { GateInputs } from './inputs.ts';
import type { Admission } from './roles.ts';
import type { ConverseSettings } from './settings.ts';

/**
 * Who is admitted by the `converse` section, inputs first (CO-12); or why the inputs cannot stand: a floor that admits
 * everybody on a public repository, which the settings refuse on their line (SU-14).
 */
export function admissionOf(
  inputs: GateInputs,
  settings: ConverseSettings,
  repository: { readonly private: boolean },
): { readonly admission: Admission } | { readonly problem: string } {
  const floor = inputs.minReplierRole ?? settings.minReplierRole;
  if (floor === 'guest' && !repository.private)
    return {
      problem:
        'input min-replier-role: guest would let everybody command the bot of a public repository; use reporter or higher',
    };
  return { admission: { floor, listed: inputs.authorizedRepliers ?? settings.authorizedRepliers } };
}
