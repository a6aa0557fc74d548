{{/* Checks that the schema of the values cannot express. Each message says what to change. */}}
{{- define "fifteen.check" -}}
{{- $services := include "fifteen.services" . | fromYaml -}}
{{- include "fifteen.checkSecrets" (dict "values" .Values "services" $services) -}}
{{- if and .Values.image.tag .Values.image.digests -}}
{{- fail "image.tag is set, but image.digests names the images, and digests come before the tag: choose a release by the version of its chart (--version), or set image.digests to null for images of your own." -}}
{{- end -}}
{{- include "fifteen.checkConnections" (dict "values" .Values "services" $services) -}}
{{- if and (or .Values.route.enabled .Values.ingress.enabled) (eq (int .Values.trustProxyHops) 0) -}}
{{- fail "trustProxyHops is 0, but there is a route or an ingress: all users would share the address and the limits of the proxy. Set it to the number of proxies before the gateway." -}}
{{- end -}}
{{- if and (or .Values.route.enabled .Values.ingress.enabled) (regexMatch "^http://" .Values.publicUrl) (not (regexMatch "^http://(localhost|127[.]0[.]0[.]1)(:|/|$)" .Values.publicUrl)) -}}
{{- fail "publicUrl begins with http://, but there is a route or an ingress: cookies would go without Secure, and there would be no HSTS. Give it an https:// address." -}}
{{- end -}}
{{- if le (add .Values.shutdown.drainSeconds .Values.shutdown.marginSeconds | int) 40 -}}
{{- fail "shutdown.drainSeconds and shutdown.marginSeconds are 40 or less together: a process gives itself 40 s for an orderly end, and would be killed in the middle of it." -}}
{{- end -}}
{{- if and .Values.route.enabled (not .Values.route.parentRefs) -}}
{{- fail "route.parentRefs is empty: name the Gateway that is to lead to the site." -}}
{{- end -}}
{{- if and .Values.monitoring.serviceMonitor.enabled .Values.networkPolicy.enabled (not .Values.networkPolicy.metricsFrom) -}}
{{- fail "networkPolicy.metricsFrom is empty, so Prometheus could not read the metrics: name its pods or its namespace." -}}
{{- end -}}
{{- include "fifteen.checkEnvironments" (dict "values" .Values "services" $services) -}}
{{- if and .Values.keda.enabled (not .Values.keda.prometheus) -}}
{{- fail "keda.prometheus is empty: name the address of the Prometheus that counts the sockets." -}}
{{- end -}}
{{- end }}

{{/*
Fails when limits are raised outside a test installation, and on a prefix of subjects that the permissions of the bundled
NATS lack.
*/}}
{{- define "fifteen.checkEnvironments" -}}
{{- $test := .values.testInstallation -}}
{{- $bundledNats := .values.nats.bundled.enabled -}}
{{- $environments := dict "defaults" (default dict .values.defaults.env) -}}
{{- range $name, $service := .services }}{{ $_ := set $environments (printf "services.%s" $name) (default dict $service.env) }}{{ end -}}
{{- range $path, $env := $environments -}}
{{- range $scale := list "RATE_LIMIT_SCALE" "PLAYER_LIMIT_SCALE" -}}
{{- if and (not $test) (hasKey $env $scale) (ne (toString (get $env $scale)) "1") -}}
{{- fail (printf "%s.env.%s is not 1, and testInstallation is false: limits are raised in test installations only. Set it to 1, or testInstallation to true." $path $scale) -}}
{{- end -}}
{{- end -}}
{{- if and $bundledNats (get $env "NAMESPACE") -}}
{{- fail (printf "%s.env.NAMESPACE is set, but the permissions of the bundled NATS have no prefix: services could neither publish nor consume. Remove it, or bring a NATS with permissions for the prefix." $path) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Fails when only some of the services and the operators have an existing Secret: tokens of callers fit only if all are made
beforehand, or none.
*/}}
{{- define "fifteen.checkSecrets" -}}
{{- $without := list -}}
{{- range $name, $service := .services -}}
{{- if not $service.existingSecret }}{{ $without = append $without (printf "services.%s" $name) }}{{ end -}}
{{- end -}}
{{- $external := list -}}
{{- range $server := list "postgres" "redis" "nats" "mail" -}}
{{- if not (get $.values $server).bundled.enabled }}{{ $external = append $external $server }}{{ end -}}
{{- end -}}
{{- if and $without $external -}}
{{- fail (printf "%s.existingSecret is empty, but %s is not bundled: name a Secret with its address for each service (see the chart's README)." (first $without) (first $external)) -}}
{{- end -}}
{{- $components := len .services -}}
{{- if .values.operators.enabled -}}
{{- $components = add1 $components -}}
{{- if not .values.operators.existingSecret }}{{ $without = append $without "operators" }}{{ end -}}
{{- end -}}
{{- if and $without (lt (len $without) (int $components)) -}}
{{- fail (printf "%s.existingSecret is empty, but others have one: their tokens must fit together, so name one for each service and for the operators." (first $without)) -}}
{{- end -}}
{{- end }}

{{/*
Fails when the connections of all replicas exceed those of Postgres. During an upgrade each service has two more: one that
starts, and one that ends and holds its connections until then.
*/}}
{{- define "fifteen.checkConnections" -}}
{{- $most := ternary .values.postgres.bundled.maxConnections .values.postgres.external.maxConnections .values.postgres.bundled.enabled | int -}}
{{- /* Connections that Postgres reserves for its superuser, and those of migrations and operators. */ -}}
{{- $needed := 10 -}}
{{- range $name, $service := .services -}}
{{- if has "postgres" $service.servers -}}
{{- $needed = add $needed (mul (add 2 (include "fifteen.mostReplicas" $service | int)) (int $service.pool)) -}}
{{- end -}}
{{- end -}}
{{- if and $most (gt (int $needed) $most) -}}
{{- fail (printf "the services may open %d connections to Postgres (most replicas and two, times the pool, and 10 to spare), but maxConnections is %d: raise it, or lower pool or maxReplicas." (int $needed) $most) -}}
{{- end -}}
{{- end }}
