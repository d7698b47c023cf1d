import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { trimmedText } from '../../domain/invisible.ts'
import { EmailField } from '../../forms/EmailField.tsx'
import { useLogin } from '../../session/login.ts'
import { notify } from '../../events/events.ts'
import { showAlert } from '../../notices/notices.ts'
import { TermsBox } from '../../forms/TermsBox.tsx'
import { call } from '../../api/http.ts'
import { caller } from '../../session/identity.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextInput } from '../../ui/Field.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'

const empty = { fname: '', lname: '', email: '', subject: '', message: '', terms: false }
const nameFields = ['fname', 'lname'] as const

/** The contact form (docs/specification.md section 5): every field is required, and the button stays disabled while one is missing. */
export function ContactForm() {
  const { t } = useTranslation()
  const { user, isTable } = useLogin()
  const words = isTable ? [] : (user?.name ?? '').trim().split(/\s+/)
  const known = {
    fname: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lname: words.length > 1 ? (words.at(-1) ?? '') : '',
    email: user?.email ?? '',
  }
  const { form, field, formProps, pending, valid, failure, reset } = useWireForm({
    defaultValues: empty,
    known,
    together: nameFields,
    draft: 'contact',
    send: (body) => call('POST /contact', { body, identity: caller() }),
    done: () => {
      notify({ event: 'generate_lead' })
      reset({ ...empty, ...known })
      void showAlert(t('Success'), t('Your message has been received. We will contact you shortly.'))
    },
  })
  // Only the e-mail address has a rule besides being filled in.
  const filled = useWatch({
    control: form.control,
    compute: (values) => Object.values(values).every((value) => value === true || (value !== false && trimmedText(value) !== '')),
  })
  return (
    <Stack as="form" gap={4} {...formProps} aria-labelledby="write">
      <Stack pair gap={4}>
        <TextInput {...field('fname', rules.filled)} label={t('First name')} autoComplete="given-name" enterKeyHint="next" />
        <TextInput {...field('lname', rules.filled)} label={t('Last name')} autoComplete="family-name" enterKeyHint="next" />
      </Stack>
      <EmailField {...field('email', rules.email)} />
      <TextInput {...field('subject', rules.filled)} label={t('Subject')} autoComplete="off" enterKeyHint="next" />
      <TextArea {...field('message', rules.filled)} label={t('Message')} rows={6} />
      <TermsBox field={field('terms', rules.terms)} />
      {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
      <Stack gap={2}>
        {!valid && (
          <Button
            id="send-hint"
            variant="warning"
            size="s"
            icon={<CircleAlert aria-hidden="true" />}
            onClick={({ currentTarget }) => focusMissing(currentTarget.form)}
          >
            {filled ? t(rules.email.pattern.message) : t('Fill in all fields to send the message.')}
          </Button>
        )}
        <Bar fills>
          <Button
            type="submit"
            variant="primary"
            size="l"
            pending={pending}
            disabled={!valid}
            aria-describedby={valid ? undefined : 'send-hint'}
          >
            {t('Send')}
          </Button>
        </Bar>
      </Stack>
    </Stack>
  )
}

/** Focuses the first field that is empty or can't be sent. */
function focusMissing(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
  fields.find(({ validity }) => !validity.valid)?.focus()
}
