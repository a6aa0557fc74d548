{{/*
Random seed of all generated secrets. It is generated once, kept by the cluster over upgrades and reinstalls (the
bundled database also depends on it), and the same in all templates of a render.
*/}}
{{- define "fifteen.seed" -}}
{{- if not (hasKey .Values "seed") -}}
{{- $kept := lookup "v1" "Secret" .Release.Namespace (printf "%s-seed" (include "fifteen.fullname" .)) -}}
{{- $_ := set .Values "seed" (dig "data" "seed" "" $kept | b64dec | default (randAlphaNum 48)) -}}
{{- end -}}
{{- .Values.seed -}}
{{- end }}

{{/* Secret for a purpose. Arguments: root, purpose. It begins with a letter, because NATS reads some texts as numbers. */}}
{{- define "fifteen.derived" -}}
{{- printf "%s:%s" (include "fifteen.seed" .root) .purpose | sha256sum | printf "s%s" -}}
{{- end }}

{{/* Returns whether the chart generates any secret. */}}
{{- define "fifteen.makesSecrets" -}}
{{- $all := append (values (include "fifteen.services" . | fromYaml)) .Values.operators -}}
{{- range $all }}{{ if not .existingSecret }}yes{{ end }}{{ end -}}
{{- range $server := list "postgres" "redis" "nats" "mail" }}{{ if (get $.Values $server).bundled.enabled }}yes{{ end }}{{ end -}}
{{- end }}

{{/* The callers of a service: name=sha256(token). */}}
{{- define "fifteen.callers" -}}
{{- $callers := list -}}
{{- $operators := include "fifteen.operators" .root | fromYaml -}}
{{- range $name, $service := merge (dict "admin" $operators) (include "fifteen.services" .root | fromYaml) -}}
{{- if has $.component $service.upstreams -}}
{{- $token := include "fifteen.derived" (dict "root" $.root "purpose" (printf "rpc:%s" $name)) -}}
{{- $callers = append $callers (printf "%s=%s" $name (sha256sum $token)) -}}
{{- end -}}
{{- end -}}
{{- join "," $callers -}}
{{- end }}

{{- define "fifteen.postgresUrl" -}}
{{- $password := include "fifteen.derived" (dict "root" .root "purpose" (printf "postgres:%s" .role)) -}}
{{- printf "postgres://%s:%s@%s-postgres:%s/fifteen_%s" .role $password (include "fifteen.fullname" .root) (include "fifteen.port" (dict "root" .root "name" "postgres")) .component -}}
{{- end }}

{{/* Value of a generated variable. */}}
{{- define "fifteen.made" -}}
{{- $host := include "fifteen.fullname" .root -}}
{{- $derived := dict "root" .root -}}
{{- if eq .variable "RPC_TOKEN" -}}{{ include "fifteen.derived" (set $derived "purpose" (printf "rpc:%s" .component)) }}
{{- else if eq .variable "RPC_CALLERS" -}}{{ include "fifteen.callers" . }}
{{- else if eq .variable "POSTGRES_URL" -}}{{ include "fifteen.postgresUrl" (merge (dict "role" (printf "fifteen_%s" .component)) .) }}
{{- else if eq .variable "POSTGRES_OWNER_URL" -}}{{ include "fifteen.postgresUrl" (merge (dict "role" (printf "fifteen_%s_owner" .component)) .) }}
{{- else if eq .variable "REDIS_URL" -}}redis://:{{ include "fifteen.derived" (set $derived "purpose" "redis") }}@{{ $host }}-redis:{{ include "fifteen.port" (dict "root" .root "name" "redis") }}
{{- else if eq .variable "NATS_URL" -}}nats://{{ .component }}:{{ include "fifteen.derived" (set $derived "purpose" (printf "nats:%s" .component)) }}@{{ $host }}-nats:{{ include "fifteen.port" (dict "root" .root "name" "nats") }}
{{- else if eq .variable "SMTP_URL" -}}smtp://{{ $host }}-mail:{{ include "fifteen.port" (dict "root" .root "name" "mail") }}
{{- else -}}{{ include "fifteen.derived" (set $derived "purpose" (printf "%s:%s" .component .variable)) }}
{{- end -}}
{{- end }}

{{/*
Name of the generated Secret of a component. An existing Secret is often called like the component; the generated one with
the addresses of bundled servers has another name beside it.
*/}}
{{- define "fifteen.madeSecretName" -}}
{{- include "fifteen.fullname" .root }}-{{ .component }}{{ if .service.existingSecret }}-bundled{{ end -}}
{{- end }}

{{/* Generated variables of the Secret of a component. */}}
{{- define "fifteen.madeSecret" -}}
{{- $names := .service.secrets -}}
{{- if has "POSTGRES_URL" $names }}{{ $names = append $names "POSTGRES_OWNER_URL" }}{{ end -}}
{{- range $names -}}
{{- $of := merge (dict "variable" .) $ -}}
{{- if not (include "fifteen.given" $of) }}
{{ . }}: {{ include "fifteen.made" $of }}
{{- end }}
{{- end }}
{{- end }}

{{/* Checksum of the Secrets of a component: when they change, its pods restart. */}}
{{- define "fifteen.secretsChecksum" -}}
{{- $made := include "fifteen.madeSecret" . -}}
{{- $given := dict -}}
{{- with .service.existingSecret -}}
{{- $given = lookup "v1" "Secret" $.root.Release.Namespace . | default dict -}}
{{- end -}}
{{- printf "%s%s" $made (dig "data" dict $given | toJson) | sha256sum -}}
{{- end }}
