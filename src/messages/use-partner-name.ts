import { usePartner } from '../engine/use-partner.ts';
import { messagesTexts } from './messages-texts.ts';

export function usePartnerName(partnerId: string): { name: string; avatarSrc: string | null } {
  const { name, avatarSrc, isLoading } = usePartner(partnerId);
  return { name: name || (isLoading ? messagesTexts.loading : messagesTexts.unknown), avatarSrc };
}
