import { Button, Menu } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { showActionFailure } from './action-feedback.ts'
import { type Sample, sampleNames, simulationOf } from './samples.ts'

/** How soon the notice comes, in milliseconds. */
const soon = 1_500

/** Puts an example to whoever looks, so that the inbox can be tried out. */
export function TryIt() {
  const { t } = useTranslation('inbox')
  const { family_member_uuid } = useMember()
  const simulate = useAction('interactions.simulate', ['interactions.list'])
  const remind = useAction('agency.create_goal', ['agency.goals'])
  const onError = (error: unknown) => showActionFailure(error, i18next)
  const put = (sample: Sample) => {
    const title = t(`try.${sample}_title`)
    const options = sample === 'choice' ? t('try.choice_options').split('|') : []
    simulate.mutate(
      simulationOf(sample, family_member_uuid, { title, prompt: t(`try.${sample}_prompt`), options }),
      {
        onError,
      },
    )
  }
  // Notices come from reminders alone.
  const notice = () =>
    remind.mutate(
      {
        title: t('try.ack_title'),
        priority: 'high',
        autonomy: 'notify',
        next_run_at: new Date(Date.now() + soon).toISOString(),
      },
      { onError },
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          h={40}
          leftSection={<IconFlask size={18} aria-hidden />}
          loading={simulate.isPending || remind.isPending}
        >
          {t('try.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('try.title')}</Menu.Label>
        {sampleNames.map((sample) => (
          <Menu.Item key={sample} onClick={() => put(sample)}>
            {t(`try.${sample}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={notice}>{t('try.ack')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
