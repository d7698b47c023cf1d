// Command lint reads the deployment files as the programs that they are for would: the Dockerfile by BuildKit's parser,
// the compose file by compose's loader with its schema, Kubernetes objects strictly into Kubernetes' own types. It is a
// module of its own, so that none of this comes near the executable; `make deploy-check` runs it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	goyaml "gopkg.in/yaml.v3"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: lint ROOT DEPLOY")
		os.Exit(2)
	}
	root, deploy := os.Args[1], os.Args[2]
	failed := false
	for _, step := range []struct {
		what string
		run  func() error
	}{
		{"Dockerfile (BuildKit's parser and its warnings)", func() error { return dockerfile(filepath.Join(root, "Dockerfile")) }},
		{"compose.yaml (compose's loader and schema)", func() error { return compose(filepath.Join(deploy, "compose.yaml")) }},
		{"kubernetes/*.yaml (strictly, into Kubernetes' types)", func() error { return kubernetes(filepath.Join(deploy, "kubernetes")) }},
	} {
		if err := step.run(); err != nil {
			failed = true
			fmt.Printf("✗ %s: %v\n", step.what, err)
			continue
		}
		fmt.Printf("✓ %s\n", step.what)
	}
	if failed {
		os.Exit(1)
	}
}

func dockerfile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	tree, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	var found []error
	for _, w := range tree.Warnings {
		found = append(found, errors.New(w.Short))
	}
	lint := linter.New(&linter.Config{Warn: func(rule, _, _, detail string, _ []parser.Range) {
		found = append(found, fmt.Errorf("%s: %s", rule, detail))
	}})
	stages, _, err := instructions.Parse(tree.AST, lint)
	if err != nil {
		return err
	}
	if len(stages) < 2 || stages[len(stages)-1].BaseName != "scratch" {
		found = append(found, errors.New("the last stage is not empty (scratch)"))
	}
	user := ""
	for _, c := range stages[len(stages)-1].Commands {
		if u, ok := c.(*instructions.UserCommand); ok {
			user = u.User
		}
	}
	if user == "" || user == "root" || user == "0" {
		found = append(found, errors.New("the shop runs as root"))
	}
	return errors.Join(found...)
}

func compose(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  filepath.Dir(name),
		ConfigFiles: []types.ConfigFile{{Filename: name, Content: text}},
		Environment: types.Mapping{"SHOP_HOST": "shop.example", "TABLEFRONT_UPSTREAM": "https://backend.example"},
	}, func(o *loader.Options) { o.SetProjectName("tablefront", true) })
	return err
}

// kinds are the objects that we use.
var kinds = map[string]func() any{
	"apps/v1 Deployment":                     func() any { return new(appsv1.Deployment) },
	"v1 Service":                             func() any { return new(corev1.Service) },
	"v1 ConfigMap":                           func() any { return new(corev1.ConfigMap) },
	"v1 PersistentVolumeClaim":               func() any { return new(corev1.PersistentVolumeClaim) },
	"policy/v1 PodDisruptionBudget":          func() any { return new(policyv1.PodDisruptionBudget) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscalingv2.HorizontalPodAutoscaler) },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return new(networkingv1.NetworkPolicy) },
}

func kubernetes(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no files: %w", err)
	}
	var found []error
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		decoder := goyaml.NewDecoder(bytes.NewReader(text))
		for {
			var object map[string]any
			if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			kind := fmt.Sprintf("%v %v", object["apiVersion"], object["kind"])
			into := kinds[kind]
			if into == nil {
				found = append(found, fmt.Errorf("%s: %s is not an object we know", name, kind))
				continue
			}
			one, err := goyaml.Marshal(object)
			if err != nil {
				return err
			}
			if err := yaml.UnmarshalStrict(one, into()); err != nil {
				found = append(found, fmt.Errorf("%s: %s: %w", name, kind, err))
			}
		}
	}
	return errors.Join(found...)
}
