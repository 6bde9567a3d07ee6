// Package admit limits the memory that callers use. A request that needs more than
// a little claims it from one budget, waits its turn for a bounded time, or is
// refused, so the process stays within the memory it was given. See
// docs/decisions.md#memory-budget.
//
// Three rules keep it fair and free of deadlock:
//
//   - A claim that holds memory never waits for more. It grows at once or fails
//     with ErrBusy, and its owner releases what it holds before it waits.
//   - Holders take turns, so a key with a hundred queued requests waits as long
//     for its second as others wait for their first.
//   - A holder (an access key, or all callers without one together) has a maximum
//     share, and part of the budget is reserved for small requests.
package admit
