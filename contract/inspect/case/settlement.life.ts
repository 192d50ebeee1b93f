import { defineLife } from '../../life.ts';
import {
  settlementAgree,
  settlementApprove,
  settlementClose,
  settlementDisapprove,
  settlementPaperAdd,
  settlementPay,
  settlementRevert,
  settlementStatuses,
  settlementUpdate,
  settlementWithdraw,
} from './settlement.ts';

export const settlementLife = defineLife({
  thing: 'settlement',
  statuses: settlementStatuses,
  steps: {
    update: { from: ['draft'], by: settlementUpdate, undoneBy: 'update' },
    paper: {
      from: ['draft', 'agreed'],
      by: settlementPaperAdd,
      undoneBy: { nothing: 'another paper replaces it' },
    },
    agree: { from: ['draft'], to: 'agreed', by: settlementAgree, undoneBy: 'revert' },
    approve: { from: ['agreed'], by: settlementApprove, undoneBy: 'disapprove' },
    disapprove: { from: ['agreed'], by: settlementDisapprove, undoneBy: 'approve' },
    pay: {
      from: ['agreed'],
      to: 'paid',
      by: settlementPay,
      undoneBy: 'revert',
      leaves: 'the movements of the deposit, each with its reversal',
    },
    close: { from: ['paid'], to: 'closed', by: settlementClose, undoneBy: 'revert' },
    withdraw: { from: ['draft'], to: 'withdrawn', by: settlementWithdraw, undoneBy: 'revert', leaves: 'the reason' },
    /** One step back. */
    revert: {
      from: ['agreed', 'paid', 'closed', 'withdrawn'],
      to: ['draft', 'agreed', 'paid'],
      by: settlementRevert,
      undoneBy: { agreed: 'agree', paid: 'pay', closed: 'close', withdrawn: 'withdraw' },
      leaves: 'the reason',
    },
  },
});
