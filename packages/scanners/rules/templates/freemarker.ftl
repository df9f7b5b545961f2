<!-- ruleid: freemarker-text-unescaped -->
<p>${comment.text?no_esc}</p>
<!-- ok: freemarker-text-unescaped -->
<p>${comment.text}</p>
<!-- ruleid: freemarker-text-unescaped -->
<#noautoesc>
<p>${comment.text}</p>
</#noautoesc>
