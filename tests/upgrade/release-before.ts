/** The commit or tag whose data folders and browser profiles the upgrade drill starts from: the release before this one. */
export const RELEASE_BEFORE = 'dec1ae11';

/** By table, which rows the drill compares: those that this release does not add. Other tables are compared whole. */
export const comparedRows: Readonly<Record<string, string>> = {
  'public.zap_rules': "action_type <> 'sponsor_refund'",
};
