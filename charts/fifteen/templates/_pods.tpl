{{/* Security of every pod: an unprivileged user without rights in the cluster. The argument is the id of the user. */}}
{{- define "fifteen.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "fifteen.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Spreads replicas evenly over zones and nodes, where that is possible. */}}
{{- define "fifteen.spread" -}}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "fifteen.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}

{{/*
Startup, liveness and readiness probes. A start lasts as long as an outage of Postgres or NATS, and none of the probes
depends on an upstream afterwards. After an hour, the kubelet has reset its back-off and starts the container anew at once.
*/}}
{{- define "fifteen.probes" -}}
{{- $live := dict "grpc" (dict "port" (include "fifteen.port" (dict "root" .root "name" "grpc") | int)) -}}
{{- $ready := $live -}}
{{- if eq .service.serves "http" -}}
{{- $live = dict "httpGet" (dict "path" "/livez" "port" "http") -}}
{{- $ready = dict "httpGet" (dict "path" "/readyz" "port" "http") -}}
{{- end -}}
startupProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 1
  timeoutSeconds: 3
  failureThreshold: 3600
livenessProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 4
readinessProbe:
  {{- toYaml $ready | nindent 2 }}
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}
