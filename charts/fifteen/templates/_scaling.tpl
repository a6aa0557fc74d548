{{/* Up at once, down one pod in five minutes: every pod that goes sends its people elsewhere. */}}
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

{{/* The replicas a service has at most. */}}
{{- define "fifteen.mostReplicas" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.maxReplicas }}{{ else }}{{ .replicas }}{{ end -}}
{{- end }}
