import { ArrowUpRight } from 'lucide';
import type { ProfileView } from '../../../sync/client.ts';
import { Icon } from '../../design/icon.tsx';
import { Flex, styled } from '../../design/styled.tsx';
import { personTexts } from './person-texts.ts';

const fields = ['instagram_url', 'tiktok_url', 'youtube_url', 'twitter_url', 'website_url', 'tip_link'] as const;

interface Link {
  field: (typeof fields)[number];
  address: string;
}

export function linksOf(person: ProfileView): readonly Link[] {
  return fields.flatMap((field) => {
    const address = person[field];
    return address !== null && /^https?:\/\//i.test(address) ? [{ field, address }] : [];
  });
}

export function PersonLinks({ links }: { links: readonly Link[] }) {
  return (
    <Flex as="ul" listStyleType="none" aria-label={personTexts.links} wrap="wrap" columnGap="26px" mt="6px">
      {links.map(({ field, address }) => (
        <li key={field}>
          <styled.a
            href={address}
            target="_blank"
            rel="noopener nofollow"
            display="inline-flex"
            alignItems="center"
            gap="4px"
            minHeight="44px"
            fontWeight="600"
            textUnderlineOffset="3px"
            _hover={{ textDecoration: 'underline' }}
          >
            {personTexts.linkNames[field]}
            <Icon of={ArrowUpRight} size={16} />
          </styled.a>
        </li>
      ))}
    </Flex>
  );
}
