import { Avatar, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconLanguage, IconLogout, IconSunMoon, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pad, signOut, useMember } from '../api/session.ts'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { SchemeChoice } from '../parts/scheme-choice.tsx'

/** Who is signed in, with colours, language and the way out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { full_name } = useMember()
  const { data: device } = useQuery({ queryKey: ['pins.pad'], queryFn: pad })
  return (
    <Menu position="top-start" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton p="xs">
          <Group wrap="nowrap" gap="sm">
            <Avatar name={full_name} color="iris" radius="xl" aria-hidden />
            <Text size="sm" truncate>
              {full_name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Group gap={6}>
            <IconSunMoon size={14} aria-hidden />
            {t('scheme.label')}
          </Group>
        </Menu.Label>
        <SchemeChoice />
        <Menu.Label>
          <Group gap={6}>
            <IconLanguage size={14} aria-hidden />
            {t('language.label')}
          </Group>
        </Menu.Label>
        <LanguageChoice />
        <Menu.Divider />
        {device?.pins && (
          <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => void signOut()}>
            {t('nav.switch_user')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('nav.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
