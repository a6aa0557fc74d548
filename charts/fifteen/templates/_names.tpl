{{- define "fifteen.fullname" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- trunc 40 $name | trimSuffix "-" -}}
{{- end }}

{{/* Labels of a component that never change. Arguments: root, component. */}}
{{- define "fifteen.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels that the pods of all services share. */}}
{{- define "fifteen.scraped" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
metrics: exposed
{{- end }}

{{- define "fifteen.labels" -}}
{{ include "fifteen.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Name and labels of an object of a component. */}}
{{- define "fifteen.metadata" -}}
name: {{ include "fifteen.fullname" .root }}-{{ .component }}
labels:
  {{- include "fifteen.labels" . | nindent 2 }}
{{- end }}

{{/* Image of a component, by its digest where that is known. Arguments: root, component. */}}
{{- define "fifteen.image" -}}
{{- $tag := default .root.Chart.AppVersion .root.Values.image.tag | printf ":%s" -}}
{{- $digest := get (default dict .root.Values.image.digests) .component -}}
image: {{ .root.Values.image.repository }}/{{ .component }}{{ $digest | empty | ternary $tag (printf "@%s" $digest) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- end }}

{{- define "fifteen.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The topology, the same in every installation: ports, services, upstreams, servers, secrets (from packages/topology). */}}
{{- define "fifteen.topology" -}}
{{- .Files.Get "files/topology.yaml" -}}
{{- end }}

{{/* A port by its name. */}}
{{- define "fifteen.port" -}}
{{- get (include "fifteen.topology" .root | fromYaml).ports .name -}}
{{- end }}

{{/* Every service of the topology: the defaults, the installation's settings over them, and the topology's entry. */}}
{{- define "fifteen.services" -}}
{{- $services := dict -}}
{{- range $name, $stated := (include "fifteen.topology" . | fromYaml).services -}}
{{- $own := deepCopy (default dict (get $.Values.services $name)) -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) $own $stated -}}
{{- $_ := set $services $name (set $service "existingSecret" (replace "{service}" $name $service.existingSecret)) -}}
{{- end -}}
{{- toYaml $services -}}
{{- end }}

{{/* The pod of the operators: its settings, and the topology's entry. */}}
{{- define "fifteen.operators" -}}
{{- mergeOverwrite (deepCopy .Values.operators) (include "fifteen.topology" . | fromYaml).operators | toYaml -}}
{{- end }}

{{/* Host of the site, without its port. */}}
{{- define "fifteen.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end }}

{{/* Port that a URL names, empty if it names none. */}}
{{- define "fifteen.portOf" -}}
{{- regexFind ":[0-9]+$" (urlParse .).host | trimPrefix ":" -}}
{{- end }}
