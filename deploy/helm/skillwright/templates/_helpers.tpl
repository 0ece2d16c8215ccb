{{- define "skillwright.labels" -}}
app.kubernetes.io/name: skillwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
