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
      parser={(text) => Number((text ?? '').replace(/[^\d-]/g, ''))}
    />
  );
}
