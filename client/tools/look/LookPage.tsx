import Bell from 'lucide-react/icons/bell'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { askToConfirm, showAlert, showToast } from '../../src/notices/notices.ts'
import { loadFonts } from '../../src/restaurant/fonts.ts'
import { LoaderPicture } from '../../src/loading/Loader.tsx'
import { paths } from '../../src/navigation/paths.ts'
import { Screen } from '../../src/screen/Screen.tsx'
import { Badge, CountBadge } from '../../src/ui/Badge.tsx'
import { Button, IconButton } from '../../src/ui/Button.tsx'
import { Chips, Choice } from '../../src/ui/Choice.tsx'
import { Disclosure } from '../../src/ui/Disclosure.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../src/ui/Field.tsx'
import { Card } from '../../src/ui/Card.tsx'
import { Bar, Stack } from '../../src/ui/Layout.tsx'
import { Pagination } from '../../src/ui/Pagination.tsx'
import { Picture } from '../../src/ui/Picture.tsx'
import { PillBar } from '../../src/ui/PillBar.tsx'
import { Price } from '../../src/ui/Price.tsx'
import { Drawer, Sheet } from '../../src/ui/Sheet.tsx'
import { EmptyState, ErrorState, NoticeBar, Skeleton } from '../../src/ui/States.tsx'
import { Stepper } from '../../src/ui/Stepper.tsx'
import styles from './LookPage.module.css'
import { LookEditor, lookChanged } from './LookEditor.tsx'

/*
 * The look page, /_kit in `make dev` and `make mock`: every component in every state with the look of this shop, which can be edited. Its texts are for
 * developers and are not translated.
 */

function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={4} className={styles.piece}>
      <h2>{name}</h2>
      <Card gap={5} className={styles.states}>
        {children}
      </Card>
    </Stack>
  )
}

const items = [
  { value: 'a', label: 'Delivery', detail: '30 to 45 minutes', icon: <ShoppingBag /> },
  { value: 'b', label: 'Takeaway', end: '+1,00 €' },
  { value: 'c', label: 'Not today', disabled: true },
]

const variants = [
  { scheme: 'light', direction: 'ltr' },
  { scheme: 'dark', direction: 'ltr' },
  { scheme: 'light', direction: 'rtl' },
  { scheme: 'dark', direction: 'rtl' },
] as const

/** The components in both colour schemes and both directions, each in a frame of its own; /_kit?dir=rtl is one frame alone. */
export function LookPage() {
  const [search] = useSearchParams()
  const direction = search.get('dir')
  useLayoutEffect(() => {
    if (direction === 'ltr' || direction === 'rtl') document.documentElement.dir = direction
  }, [direction])
  useEffect(() => {
    window.addEventListener(lookChanged, loadFonts)
    return () => window.removeEventListener(lookChanged, loadFonts)
  }, [])
  if (direction !== null) return <Examples />
  return (
    <Screen title="Kit">
      <LookEditor />
      <div className={styles.looks}>
        {variants.map(({ scheme, direction }) => (
          <iframe
            key={scheme + direction}
            title={`${scheme}, ${direction}`}
            src={`${paths.kit}?dir=${direction}`}
            className={styles.look}
          />
        ))}
      </div>
    </Screen>
  )
}

/** Every component in every state. */
function Examples() {
  const [value, setValue] = useState<string | null>('a')
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set(['A']))
  const [count, setCount] = useState(2)
  const [open, setOpen] = useState<'sheet' | 'tall' | 'drawer' | null>(null)
  const [page, setPage] = useState(4)
  const close = (): void => setOpen(null)
  return (
    <Screen title="Kit">
      <Example name="Button">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <Bar gap={3} key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon={<Plus aria-hidden="true" />}>
              with icon
            </Button>
            <Button variant={variant} size="s">
              small
            </Button>
            <Button variant={variant} size="l">
              large
            </Button>
            <Button variant={variant} pending>
              pending
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
          </Bar>
        ))}
        <Bar gap={3}>
          {(['quiet', 'raised'] as const).map((variant) => (
            <IconButton key={variant} variant={variant} label={`Favourite, ${variant}`} icon={<Heart />} />
          ))}
          <IconButton label="Favourite, disabled" icon={<Heart />} disabled />
          <Disclosure label="Disclosure">
            {(shut) => (
              <ul>
                <li>
                  <button type="button" onClick={shut}>
                    <Bell aria-hidden="true" /> One entry
                  </button>
                </li>
              </ul>
            )}
          </Disclosure>
        </Bar>
      </Example>
      <Example name="Fields">
        <TextInput name="name" label="Name" autoComplete="name" />
        <TextInput name="email" label="E-mail" type="email" hint="We only write about your order." defaultValue="ada@example.org" />
        <TextInput name="phone" label="Phone" type="tel" error="Please enter a valid telephone number." defaultValue="12" />
        <TextInput name="off" label="Disabled" disabled defaultValue="fixed" optional="optional" />
        <Select name="areaId" label="Area" defaultValue="1">
          <option value="1">10178 Mitte</option>
          <option value="2">10999 Kreuzberg with a very long name that has to be cut somewhere</option>
        </Select>
        <TextArea name="notes" label="Notes" rows={4} error="Please fill in this field." />
        <Checkbox name="terms" label={<>I accept the terms</>} />
        <Checkbox name="extra" label="Extra cheese" end="+1,50 €" defaultChecked />
        <Checkbox name="invoice" label="Invoice" error="Please accept." hint="By e-mail" />
        <Checkbox name="points" label="Use points" disabled hint="The cart is too small." />
      </Example>
      <Example name="Choices">
        <Choice name="size" legend="Radio group" items={items} value={value} onChoose={setValue} />
        <Choice name="sizeWrong" legend="With an error" items={items} value={null} onChoose={setValue} error="Please choose." />
        <Choice looks="cards" name="deliverType" legend="Choice cards" items={items} value={value} onChoose={setValue} />
        <Choice
          looks="chips"
          name="guests"
          legend="Chips, one of them"
          items={['1', '2', '3', '10+'].map((one) => ({ value: one, label: one }))}
          value={value}
          onChoose={setValue}
        />
        <Chips
          label="Chips, any of them"
          items={['A', 'B', 'C', 'D'].map((one) => ({ value: one, label: `Allergen ${one}` }))}
          pressed={pressed}
          onToggle={(one) =>
            setPressed((before) => new Set(before.has(one) ? [...before].filter((other) => other !== one) : [...before, one]))
          }
        />
        <Bar gap={3}>
          <Stepper
            value={count}
            min={1}
            max={6}
            canIncrease={count < 6}
            onIncrease={() => setCount(count + 1)}
            onDecrease={() => setCount(count - 1)}
            onType={setCount}
            name="qty"
            label="Quantity"
            increaseLabel="More"
            decreaseLabel="Less"
          />
          <Stepper
            size="s"
            value={1}
            onIncrease={() => setCount(count + 1)}
            onDecrease={() => undefined}
            onRemove={() => undefined}
            label="Small"
            increaseLabel="One more"
            decreaseLabel="One less"
            removeLabel="Remove"
          />
        </Bar>
        <PillBar
          label="Pills"
          pills={['Pizza', 'Pasta', 'Desserts'].map((one) => ({ id: one, label: one, href: '#kit' }))}
          active="Pasta"
          onChoose={() => undefined}
        />
        <Pagination
          current={page}
          total={20}
          onGo={setPage}
          label="Pages"
          pageLabel={(one) => `Page ${one}`}
          previousLabel="Previous page"
          nextLabel="Next page"
        />
      </Example>
      <Example name="Words">
        <Bar gap={3}>
          {(['neutral', 'primary', 'success', 'warning', 'danger'] as const).map((kind) => (
            <Badge key={kind} kind={kind}>
              {kind}
            </Badge>
          ))}
          <CountBadge count={3} label="In the cart: 3" />
          <CountBadge count={120} label="In the cart: 120" />
        </Bar>
        <Bar gap={3}>
          <Price>12,40 €</Price>
          <Price size="l" was="40,00 €" wasLabel="instead of">
            34,00 €
          </Price>
          <p>
            A sentence with <a href="#kit">a link</a>.
          </p>
        </Bar>
        {(['info', 'success', 'warning', 'danger'] as const).map((kind) => (
          <NoticeBar key={kind} kind={kind} icon={<Bell />} action={<Button size="s">Do it</Button>}>
            A line that stays: {kind}
          </NoticeBar>
        ))}
      </Example>
      <Example name="Pictures and waiting">
        <Bar gap={3}>
          <Picture sizes="8rem" src="" alt="" name="Margherita" className={styles.picture} />
          <Picture sizes="8rem" src="/missing.avif" alt="Tiramisù" name="Tiramisù" className={styles.picture} />
          <Picture sizes="8rem" src="" alt="" name="فتة" round className={styles.picture} />
          <div className={styles.picture}>
            <Skeleton height="100%" />
          </div>
          {(['pizza', 'burger', 'infinite'] as const).map((animation) => (
            <span key={animation} className={styles.loader}>
              <LoaderPicture animation={animation} logo="" />
            </span>
          ))}
        </Bar>
        <EmptyState icon={<ShoppingBag />} title="Nothing here yet" action={<Button variant="primary">Do something</Button>}>
          <p>And what to do about it.</p>
        </EmptyState>
        <ErrorState icon={<Bell />} title="It did not work" action={<Button>Try again</Button>} />
      </Example>
      <Example name="Over the page">
        <Bar gap={3}>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button onClick={() => setOpen('tall')}>Tall sheet with picture and footer</Button>
          <Button onClick={() => setOpen('drawer')}>Drawer</Button>
          <Button onClick={() => void showAlert('Error', 'Something is not right.')}>Alert</Button>
          <Button
            onClick={() =>
              void askToConfirm({
                title: 'Remove it?',
                text: 'It can not be brought back.',
                agree: 'Remove',
                decline: 'Cancel',
                danger: true,
              })
            }
          >
            Confirm
          </Button>
          <Button onClick={() => showToast({ text: 'A message in passing' })}>Toast</Button>
          <Button
            onClick={() =>
              showToast({
                kind: 'success',
                text: 'Added to your cart',
                actions: [
                  { label: 'Cart', act: () => undefined },
                  { label: 'Checkout', act: () => undefined, primary: true },
                ],
              })
            }
          >
            Toast with actions
          </Button>
          <Button onClick={() => showToast({ kind: 'error', title: 'Error', text: 'It did not work.' })}>Error toast</Button>
        </Bar>
      </Example>
      <Sheet open={open === 'sheet'} onClose={close} title="A sheet" closeLabel="Close">
        <p>Short.</p>
      </Sheet>
      <Sheet
        open={open === 'tall'}
        onClose={close}
        title="A dish with a name of more than sixty letters, as they do occur"
        closeLabel="Close"
        size="l"
        picture={<Picture sizes="8rem" src="" alt="" name="Dish" ratio="16/9" />}
        footer={<Button variant="primary">Add</Button>}
      >
        {Array.from({ length: 30 }, (_, at) => (
          <p key={at}>Line {at + 1}</p>
        ))}
      </Sheet>
      <Drawer
        open={open === 'drawer'}
        onClose={close}
        title="A drawer"
        closeLabel="Close"
        footer={<Button variant="primary">Checkout</Button>}
      >
        <p>From the side.</p>
      </Drawer>
    </Screen>
  )
}
