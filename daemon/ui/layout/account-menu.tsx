import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pad, signOut, useMember } from '../api/session.ts'
import { chooseLanguage, type Language, languages } from '../catalogue/language.ts'
import { schemes } from '../theme.ts'

/** Who is signed in, with colours, language and the way out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { full_name } = useMember()
  const { data: device } = useQuery({ queryKey: ['pins.pad'], queryFn: pad })
  return (
    <Menu position="top-start" width={220} closeOnItemClick={false} alignItemsLabels="all">
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
        <Choices />
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

/** How the pages look and speak on this machine. */
function Choices() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <div role="group" aria-label={t('scheme.label')}>
        <Menu.Label aria-hidden>{t('scheme.label')}</Menu.Label>
        {schemes.map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={scheme === colorScheme}
            onChange={() => setColorScheme(scheme)}
          >
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </div>
      <div role="group" aria-label={t('language.label')}>
        <Menu.Label aria-hidden>{t('language.label')}</Menu.Label>
        {Object.entries(languages).map(([language, label]) => (
          <Menu.RadioItem
            key={language}
            value={language}
            lang={language}
            checked={i18n.language.startsWith(language)}
            onChange={() => void chooseLanguage(language as Language)}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </div>
    </>
  )
}
