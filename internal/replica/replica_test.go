package replica

import (
	"context"
	"testing"
)

func TestRead(t *testing.T) {
	ctx := context.Background()
	if Of(ctx) != nil || Failed(ctx) || Never(ctx) != ctx {
		t.Error("a request that says nothing allows replicas")
	}
	may := May(ctx)
	asked := 0
	ask := func() any { asked++; return "here" }
	for range 3 {
		if at := Of(may).Position(ask); at != "here" || asked != 1 {
			t.Errorf("the position is %v, asked for %d times", at, asked)
		}
	}
	if Of(Never(may)) != nil {
		t.Error("a replica may answer what only the leader may")
	}
	Of(may).Insist()
	if at := Of(may).Position(ask); at != nil || Failed(may) {
		t.Errorf("after a write: position %v, failed %t", at, Failed(may))
	}
	lost := May(ctx)
	Of(lost).Fail()
	if at := Of(lost).Position(ask); at != nil || !Failed(lost) || Failed(Never(lost)) {
		t.Errorf("after a failure: position %v, failed %t, then %t", at, Failed(lost), Failed(Never(lost)))
	}
}
