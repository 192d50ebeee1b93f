import { InputNumber, type InputNumberProps } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';

/** Input for a whole number, formatted in the current language. */
export function CountInput(props: InputNumberProps<number>) {
  const { count } = useNumbers();
  return (
    <InputNumber<number>
      {...props}
      precision={0}
      formatter={(value) => (`${value ?? ''}` === '' ? '' : count(Number(value)))}
      parser={(text) => numberIn(text ?? '')}
    />
  );
}

/** An empty input stays empty, for which the type of `parser` has no value; 0 would be changed to the minimum. */
function numberIn(text: string): number {
  const digits = text.replace(/[^\d-]/g, '');
  return digits === '' ? ('' as unknown as number) : Number(digits);
}
