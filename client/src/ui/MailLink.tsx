import { Fragment } from 'react'

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      <MailAddress address={address} />
    </a>
  )
}

/** An e-mail address, which breaks after "@" and dots before it breaks within a word. One element, since a link may be a flex container. */
export function MailAddress({ address }: { address: string }) {
  return (
    <span>
      {address.split(/(?<=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
