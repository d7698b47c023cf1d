// Command lint validates the deployment files with the parsers of the programs that use them: the Dockerfile with BuildKit's
// parser, the compose file with compose's loader and schema, Kubernetes objects with kustomize and strictly with Kubernetes' own
// types. With -render OVERLAY it prints an overlay's objects, as `kubectl kustomize` does. It is a separate module, so that none of
// its dependencies are in the executable; `make deploy-check` runs it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	goyaml "gopkg.in/yaml.v3"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "-render" {
		text, err := render(os.Args[2])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Stdout.Write(text)
		return
	}
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
		{"kubernetes/one (kustomize, strictly into Kubernetes' types)", func() error { return kubernetes(filepath.Join(deploy, "kubernetes", "one")) }},
		{"kubernetes/many (the same)", func() error { return kubernetes(filepath.Join(deploy, "kubernetes", "many")) }},
		{"kubernetes/monitoring (the same)", func() error { return monitoring(filepath.Join(deploy, "kubernetes")) }},
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
	built := map[string]bool{"scratch": true}
	for _, s := range stages {
		if !built[s.BaseName] && !strings.Contains(s.BaseName, "@sha256:") {
			found = append(found, fmt.Errorf("%s is not named by its digest", s.BaseName))
		}
		built[s.Name] = true
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
	// As on an operator's machine, with the file of variables next to it.
	dir, err := os.MkdirTemp("", "compose-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	variables, err := os.ReadFile(filepath.Join(filepath.Dir(name), "shop.env.example"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, ".env"), variables, 0o600); err != nil {
		return err
	}
	project, err := loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  dir,
		ConfigFiles: []types.ConfigFile{{Filename: name, Content: text}},
		Environment: types.Mapping{"SHOP_HOST": "shop.example"},
	}, func(o *loader.Options) { o.SetProjectName("tablefront", true) })
	if err != nil {
		return err
	}
	if got := project.Services["tablefront"].Environment["TABLEFRONT_TIMEZONE"]; got == nil || *got == "" {
		return errors.New("a variable of .env does not reach the shop")
	}
	if image := project.Services["caddy"].Image; !strings.Contains(image, "@sha256:") {
		return fmt.Errorf("%s is not named by its digest", image)
	}
	return nil
}

// kinds are the types of the objects in use.
var kinds = map[string]func() any{
	"apps/v1 Deployment":                     func() any { return new(appsv1.Deployment) },
	"v1 Service":                             func() any { return new(corev1.Service) },
	"v1 ConfigMap":                           func() any { return new(corev1.ConfigMap) },
	"v1 PersistentVolumeClaim":               func() any { return new(corev1.PersistentVolumeClaim) },
	"v1 Secret":                              func() any { return new(corev1.Secret) },
	"networking.k8s.io/v1 Ingress":           func() any { return new(networkingv1.Ingress) },
	"monitoring.coreos.com/v1 PodMonitor":    func() any { return new(monitoringv1.PodMonitor) },
	"policy/v1 PodDisruptionBudget":          func() any { return new(policyv1.PodDisruptionBudget) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscalingv2.HorizontalPodAutoscaler) },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return new(networkingv1.NetworkPolicy) },
}

// render builds an overlay as `kubectl kustomize` does.
func render(dir string) ([]byte, error) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		return nil, err
	}
	return built.AsYaml()
}

// kubernetes validates the objects of an overlay and the references between them.
func kubernetes(dir string) error {
	text, err := render(dir)
	if err != nil {
		return err
	}
	objects, found := decode(text)
	var d *appsv1.Deployment
	for _, o := range objects {
		if one, ok := o.(*appsv1.Deployment); ok {
			d = one
		}
	}
	if d == nil {
		return errors.Join(append(found, errors.New("no Deployment"))...)
	}
	labels := d.Spec.Template.Labels
	selects := func(what string, selector map[string]string) {
		for k, v := range selector {
			if labels[k] != v {
				found = append(found, fmt.Errorf("%s does not select the pods: %s=%s", what, k, v))
			}
		}
		if len(selector) == 0 {
			found = append(found, fmt.Errorf("%s selects every pod", what))
		}
	}
	selects("the Deployment", d.Spec.Selector.MatchLabels)
	volumes := map[string]bool{}
	for _, v := range d.Spec.Template.Spec.Volumes {
		volumes[v.Name] = true
	}
	for _, m := range d.Spec.Template.Spec.Containers[0].VolumeMounts {
		if !volumes[m.Name] {
			found = append(found, fmt.Errorf("the volume %s is mounted and not there", m.Name))
		}
	}
	if d.Spec.Template.Spec.Containers[0].Lifecycle != nil && d.Spec.Template.Spec.Containers[0].Lifecycle.PreStop.Sleep == nil {
		found = append(found, errors.New("preStop runs a program that the image does not have"))
	}
	for _, o := range objects {
		switch o := o.(type) {
		case *corev1.Service:
			selects("the Service", o.Spec.Selector)
		case *policyv1.PodDisruptionBudget:
			selects("the PodDisruptionBudget", o.Spec.Selector.MatchLabels)
		case *networkingv1.NetworkPolicy:
			selects("the NetworkPolicy", o.Spec.PodSelector.MatchLabels)
		case *networkingv1.Ingress:
			if o.Spec.Rules[0].Host == "" || o.Spec.Rules[0].Host != o.Spec.TLS[0].Hosts[0] {
				found = append(found, errors.New("the Ingress has two host names"))
			}
		}
	}
	return errors.Join(found...)
}

// monitoring validates the objects of the Prometheus operator, which are not in the overlays.
func monitoring(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "monitoring", "podmonitor.yaml"))
	if err != nil {
		return err
	}
	_, found := decode(text)
	return errors.Join(found...)
}

func decode(text []byte) (objects []any, found []error) {
	decoder := goyaml.NewDecoder(bytes.NewReader(text))
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return objects, found
		} else if err != nil {
			return objects, append(found, err)
		}
		kind := fmt.Sprintf("%v %v", object["apiVersion"], object["kind"])
		if kinds[kind] == nil {
			found = append(found, fmt.Errorf("%s is not an object we know", kind))
			continue
		}
		into := kinds[kind]()
		one, err := goyaml.Marshal(object)
		if err != nil {
			return objects, append(found, err)
		}
		if err := yaml.UnmarshalStrict(one, into); err != nil {
			found = append(found, fmt.Errorf("%s: %w", kind, err))
		}
		objects = append(objects, into)
	}
}
