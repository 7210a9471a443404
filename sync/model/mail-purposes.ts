export const mailPurposes = ['signup', 'magiclink', 'recovery'] as const;
export type MailPurpose = (typeof mailPurposes)[number];
