import { InputNumber, type InputNumberProps } from 'antd';
import { useNumbers } from '../../core/formats/useNumbers.ts';

/** A whole number, typed as it is written in the language shown. */
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

/** Nothing stays nothing, which the type of a parser has no word for: as 0 it would become the least that may be given. */
function numberIn(text: string): number {
  const digits = text.replace(/[^\d-]/g, '');
  return digits === '' ? ('' as unknown as number) : Number(digits);
}
