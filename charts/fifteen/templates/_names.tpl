{{- define "fifteen.fullname" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- trunc 40 $name | trimSuffix "-" -}}
{{- end }}

{{/* What never changes of a component: arguments are the root and the component. */}}
{{- define "fifteen.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* What the pods of all services have in common. */}}
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

{{- define "fifteen.image" -}}
image: {{ printf "%s/%s:%s" .root.Values.image.repository .component (default .root.Chart.AppVersion .root.Values.image.tag) }}
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

{{/* Every service with the defaults under its own settings. */}}
{{- define "fifteen.services" -}}
{{- $services := dict -}}
{{- range $name, $own := .Values.services -}}
{{- $_ := set $services $name (mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $own)) -}}
{{- end -}}
{{- toYaml $services -}}
{{- end }}

{{/* The site's host, without its port. */}}
{{- define "fifteen.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end }}
