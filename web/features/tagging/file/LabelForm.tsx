import { PrinterOutlined } from '@ant-design/icons';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { defaultLabel, type labelPreview, orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import { Button, Form, type FormInstance } from 'antd';
import { download, fetchFile } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { FormValues } from '#ui/dialogs/FormDialog.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { type HandedOut, HandedOutNote, ReprintItem, useHandedOut } from './HandedOut.tsx';
import { RunItems, ShapeItems, TextItems } from './LabelItems.tsx';
import { LabelPreview } from './LabelPreview.tsx';
import { type FilesProps, PartItem, PurposeItem, quantityOf } from './PartItem.tsx';
import { useOrderFile } from './useOrderFile.ts';

const usual = { ...defaultLabel, layout: 'sheet', width_mm: 50, height_mm: 30, texts: ['human'] };
/**
 * Linear barcodes of cases and pallets are read from a distance, so their default label is as wide as the roll of a logistics
 * printer.
 */
const ofBars = { ...usual, layout: 'roll', width_mm: 100, height_mm: 50, font_mm: 3 };

const options = { fieldErrors: true, timeoutMs: 300_000 };

const save = (input: InputOf<typeof orderLabels>): Promise<void> => download(orderLabels, input, options);

/** Opens the PDF in a new tab, where the browser can display and print it. */
async function print(input: InputOf<typeof orderLabels>): Promise<void> {
  // Opened at once, because browsers block windows that are opened long after the click.
  const tab = window.open('', '_blank');
  if (!tab) return save(input);
  try {
    const { blob } = await fetchFile(orderLabels, input, options);
    tab.location.href = URL.createObjectURL(blob);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** A form for labels as PDF, in the size of the printer's paper. */
export function LabelForm(props: FilesProps) {
  const { t } = useTranslation();
  const { order, part } = props;
  const { form, busy, taken, make } = useOrderFile(props);
  const quantity = quantityOf(props);
  const out = useHandedOut(props);
  const inputOf = ({ texts: lines, text, purpose: _, reprint: __, from, ...rest }: FormValues) =>
    ({
      ...rest,
      id: order.id,
      // Empty: behind all that is out.
      ...(from ? { from } : {}),
      ...(part === undefined ? {} : { part_id: part }),
      ...(Array.isArray(lines) && lines.length > 0 ? { texts: lines.join(',') } : {}),
      ...(text ? { text } : {}),
    }) as InputOf<typeof labelPreview>;
  const draw = (values: FormValues, hand: (input: InputOf<typeof orderLabels>) => Promise<void>) => {
    const { purpose, reprint } = values as { purpose: string; reprint?: string };
    make(() => hand({ ...inputOf(values), purpose, ...(reprint ? { reprint } : {}) }));
  };
  return (
    <EditForm
      name="labels"
      form={form}
      layout="vertical"
      initialValues={{
        ...(order.symbol === 'gs1-128' ? ofBars : usual),
        symbol: order.symbol,
        count: Math.min(100, quantity),
        ...taken,
      }}
      onFinish={(values) => draw(values, save)}
    >
      <PartItem {...props} />
      <ShapeItems />
      <TextItems />
      <HandedOutNote out={out} />
      <RunItems quantity={quantity} next={out?.next ?? undefined} />
      <LabelPreview form={form} inputOf={inputOf} />
      <PurposeItem />
      <LabelReprint form={form} out={out} />
      <div className="tagging-row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('tagging.label.make')}
        </Button>
        <Button
          icon={<PrinterOutlined aria-hidden />}
          disabled={busy}
          onClick={() =>
            void form.validateFields().then(
              (values) => draw(values, print),
              // The error is shown at its form item.
              () => undefined,
            )
          }
        >
          {t('button.print')}
        </Button>
      </div>
    </EditForm>
  );
}

/** Asks why labels are printed again, of the numbers that the form asks for. */
function LabelReprint({ form, out }: { readonly form: FormInstance<FormValues>; readonly out: HandedOut | undefined }) {
  const from = Form.useWatch<number | undefined>('from', form) ?? undefined;
  const count = Form.useWatch<number | undefined>('count', form) ?? 1;
  return <ReprintItem out={out} from={from} to={from === undefined ? undefined : from + count - 1} />;
}
