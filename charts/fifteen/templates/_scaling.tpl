{{/* Scales up at once, and down by one pod in five minutes, because each removed pod disconnects its users. */}}
{{- define "fifteen.scaling" -}}
scaleUp:
  stabilizationWindowSeconds: 0
  policies:
    - { type: Percent, value: 100, periodSeconds: 30 }
    - { type: Pods, value: 2, periodSeconds: 30 }
  selectPolicy: Max
scaleDown:
  stabilizationWindowSeconds: 600
  policies:
    - { type: Pods, value: 1, periodSeconds: 300 }
{{- end }}

{{/* Maximum number of replicas of a service. */}}
{{- define "fifteen.mostReplicas" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.maxReplicas }}{{ else }}{{ .replicas }}{{ end -}}
{{- end }}
