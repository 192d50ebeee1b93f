import type { DepartmentNode } from '@suyuan/contract/organ/department.ts';
import { Button } from 'antd';
import { Link } from 'react-router';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Allowed } from '#core/session/allowed.tsx';
import { useRowStatus } from '#ui/DataPage/actions/useRowStatus.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { Panel } from '#ui/Panel.tsx';
import { departmentSpec } from './departmentSpec.ts';
import { PeopleTable } from './PeopleTable.tsx';

interface DepartmentDetailProps {
  readonly node: DepartmentNode;
  readonly parent: DepartmentNode | undefined;
  readonly onAdd: () => void;
  readonly onUpdate: () => void;
  readonly onDeleted: () => void;
}

const spec = departmentSpec(null);

/** A department with its actions and its people. */
export function DepartmentDetail({ node, parent, onAdd, onUpdate, onDeleted }: DepartmentDetailProps) {
  const { t } = useTranslation();
  const { askToDelete, place } = useRowStatus(spec, onDeleted);
  return (
    <Panel aria-label={node.depart_name}>
      <div className="panel-head">
        <h2>{node.depart_name}</h2>
        <Allowed permission="tree:add">
          <Button onClick={onAdd}>{t('tree.addBelow')}</Button>
        </Allowed>
        <Allowed permission="tree:update">
          <Button onClick={onUpdate}>{buttonText(t, 'tree:update', t('button.update'))}</Button>
        </Allowed>
        <Allowed permission="tree:delete">
          <Button danger onClick={() => askToDelete({ ...node })}>
            {buttonText(t, 'tree:delete', t('button.delete'))}
          </Button>
        </Allowed>
      </div>
      <dl className="data-page-facts">
        <Fact title={t('field.depart_code')}>{node.depart_code}</Fact>
        <Fact title={t('tree.parent_id')}>{parent?.depart_name ?? t('tree.top')}</Fact>
        <Fact title={t('tree.leader_id')}>
          <RecordLink to="account" id={node.leader_id}>
            {node.leader_name}
          </RecordLink>
        </Fact>
        <Fact title={t('tree.people')}>{t('tree.counts', { own: node.people, all: node.people_below })}</Fact>
      </dl>
      <div className="organisation-people">
        <div className="organisation-links">
          <h3>{t('tree.peopleHere')}</h3>
          <Allowed permission="stafflist">
            <Link to={`/stafflist?department_id=${node.id}`}>{t('menu.stafflist')}</Link>
          </Allowed>
          <Allowed permission="departmentjob">
            <Link to={`/home/organ/departmentjob?department_id=${node.id}`}>{t('menu.departmentjob')}</Link>
          </Allowed>
        </div>
        <PeopleTable of={{ department_id: node.id }} />
      </div>
      {place}
    </Panel>
  );
}
