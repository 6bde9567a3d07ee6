// Package admit shares out the memory that callers may claim. Every request that
// needs more than a little takes it from one budget, waits its turn for a bounded
// time, or is turned away; so the process stays within the memory it was given,
// whoever calls and however often.
//
// Three rules keep it fair and free of deadlock:
//
//   - A claim that holds memory never waits for more. It grows at once or fails
//     with ErrBusy, and its owner gives back what it holds before it waits.
//   - Waiters are served in turn, one holder after another, so a key with a
//     hundred requests in the queue waits as long for its second as others do
//     for their first.
//   - A holder (an access key, or all strangers together) has a share that it
//     cannot pass, and a part of the budget is left for small requests.
package admit
