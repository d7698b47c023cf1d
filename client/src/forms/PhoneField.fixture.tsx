import { QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { queryClient } from '../api/queryClient.ts'
import { PhoneField } from './PhoneField.tsx'

/** A form that has a number already. */
export function PhoneForm() {
  const { control } = useForm({ defaultValues: { phone: '+493023125102' } })
  return (
    <QueryClientProvider client={queryClient}>
      <PhoneField control={control} />
    </QueryClientProvider>
  )
}
