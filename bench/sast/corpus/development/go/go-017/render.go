package main

import (
	"os/exec"
	"strconv"
)

func render(scale string) error {
	if scale == "" {
		scale = "1.0"
	}
	line := "dot -Gscale=" + scale + " -Tpng /srv/plan/plan.dot > /srv/plan/plan.png"
	return exec.Command("bash", "-c", line).Run()
}

var _ = strconv.Itoa
