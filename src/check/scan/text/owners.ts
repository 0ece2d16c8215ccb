/** Owners of repositories whose installers are as well known as they themselves. */
const KNOWN_OWNERS = new Set(
  "homebrew nvm-sh ohmyzsh rbenv pyenv junegunn helm kubernetes kubernetes-sigs docker aquasecurity anchore golangci goreleaser argoproj fluxcd grafana hashicorp aws awslabs azure google googlecloudplatform googleworkspace github cli microsoft anthropics openai vercel vercel-labs cloudflare supabase openclaw modelcontextprotocol astral-sh denoland oven-sh rust-lang nodejs python k3d-io rancher istio linkerd jesseduffield sharkdp zellij-org nektos terraform-linters infracost gitleaks trufflesecurity".split(
    " ",
  ),
);

/** Whether the owner in the path of a code host is one that many people know. */
export function isKnownOwner(path: string): boolean {
  return KNOWN_OWNERS.has(path.toLowerCase().split("/")[1] ?? "");
}
