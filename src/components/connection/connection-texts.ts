import { specifiedRules } from '../../../sync/model/rules.ts';
import { lockText } from '../vote/lock-text.ts';
import { isolated } from '../../platform/bidi.ts';

/** The specification prescribes most of these texts letter for letter. */
export const connectionTexts = {
  connect: 'Connect',
  pending: 'Pending',
  message: 'Message',
  connected: 'Connected',
  declined: 'Request Declined',
  accept: 'Accept',
  decline: 'Decline',
  locks: {
    level: lockText(specifiedRules.unlockLevels.connect),
    profile: 'Complete profile to unlock',
  },
  nameless: 'Anonymous Artist',

  sent: 'Connection request sent!',
  sentLater: 'It is sent when the network is back.',
  exists: 'Connection request already exists',
  ownIncomplete: 'Please complete your profile before sending connection requests',
  otherIncomplete: 'Cannot connect to users without completed profiles',
  sendFailed: 'Failed to send connection request',
  answered: (status: 'accepted' | 'declined') => `Connection ${status}!`,
  answerFailed: { accepted: 'Failed to accepted connection', declined: 'Failed to declined connection' },
  answeredLater: 'They hear of it when the network is back.',

  requests: 'Pending requests',
  sentRequests: 'Sent',
  myConnections: 'My Connections',
  none: 'No connections yet',
  noneText: 'Requests start on an artist’s profile.',
  creators: 'Meet the Creators',
  failed: 'Failed to load connections',
  sentAgo: (span: string) => `Sent ${span} ago`,
  noTracks: 'No public tracks',
  requestsLabel: 'connection requests',
  unreadLabel: 'unread messages',

  more: (name: string) => `More about ${name}`,
  since: (month: string) => `Connected since ${month}`,
  play: (name: string) => `Play ${isolated(name)}`,
  copyLink: 'Copy profile link',
  disconnect: 'Disconnect',
  disconnectAsk: (name: string) => `Disconnect from ${isolated(name)}?`,
  disconnectText: 'You can no longer message each other. Both of you may ask again.',
  ended: 'Disconnected',
  report: 'Report',
  block: 'Block',
} as const;
